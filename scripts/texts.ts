/**
 * `npm run texts`: prints all texts that people read, on screens and in mails, errors and logs, file by file. `-- FILE` writes them to
 * a file.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from './root.ts';

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Elements within a sentence. */
const inline = ['a', 'b', 'code', 'em', 'span', 'strong', 'time', 'Link', 'TextLink', 'Digits'];
/** Attributes, properties and syntax without text for people. */
const silentNames = ['className', 'style', 'to', 'href', 'path', 'd', 'pattern', 'summary', 'viewBox', 'rel', 'icon'];
const silentNodes = [
  'ImportDeclaration',
  'ExportAllDeclaration',
  'TaggedTemplateExpression',
  'TSLiteralType',
  'TSTypeAliasDeclaration',
];
/** Properties and attributes whose single words are texts, too. */
const spoken = [
  'label',
  'title',
  'text',
  'words',
  'name',
  'note',
  'message',
  'alt',
  'aria-label',
  'placeholder',
  'failure',
  'over',
];

/** Names of CSS classes. */
const styleName =
  /^(grid|flex|block|panel|board|heading|led|truncate|absolute|relative|half|sr-only|(items|text|bg|font|size|rounded|gap|[hwmp][xytblr]?)-.*)$/;

/** The texts of a source file, in order and without duplicates; placeholders are `{…}`. */
export function textsOf(file: string, source: string): string[] {
  const found = new Set<string>();
  visit(parseSync(file, source).program as unknown as Node, '', found);
  return [...found];
}

function visit(node: Node, name: string, found: Set<string>): void {
  if (silentNodes.includes(node.type)) return;
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') add(found, sentence(node), true);
  const text = plainText(node);
  if (text !== null) add(found, text, spoken.includes(name) && /^[A-Z{]|\s/.test(text));
  const inside = nameOf(node) ?? name;
  if (silentNames.includes(inside)) return;
  for (const child of childrenOf(node)) {
    const isInline = node.type.startsWith('JSX') && isInlineElement(child);
    if (isInline) for (const part of attributesOf(child)) visit(part, inside, found);
    else if (child.type !== 'JSXText') visit(child, inside, found);
  }
}

/** The text of an element, with that of elements within its sentence. */
function sentence(node: Node): string {
  const children = node.children as Node[];
  const hasWords = children.some((child) => child.type === 'JSXText' && /[a-z]/i.test(String(child.value)));
  const parts = children.map((child) => {
    if (child.type === 'JSXText') return clean(String(child.value));
    if (isInlineElement(child)) return hasWords ? sentence(child) : ` ${sentence(child)} `;
    if (child.type !== 'JSXExpressionContainer') return ' ';
    const expression = child.expression as Node;
    return plainText(expression) ?? (expression.type === 'JSXEmptyExpression' ? '' : '{…}');
  });
  return parts.join('');
}

/** JSX removes line breaks with the spaces around them. */
function clean(text: string): string {
  return text.replace(/^\s*\n\s*|\s*\n\s*$/g, '').replace(/\s+/g, ' ');
}

function plainText(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{…}');
}

function add(found: Set<string>, raw: string, isSpoken: boolean): void {
  const text = raw.replace(/[ \t]+/g, ' ').trim();
  const isWord = /[A-Za-z]{2}/.test(text.replace(/\{…\}/g, ''));
  if (isSpoken ? isWord : looksSpoken(text)) found.add(text);
}

/** Whether a text is a sentence, not a class name, a key or SQL. */
function looksSpoken(text: string): boolean {
  const words = text.split(/\s+/);
  if (words.length < 2) return /^[A-Z][a-z]+[.!?]$/.test(text);
  if (
    /^(select|insert|update|delete|create|alter|drop|pragma|with|begin|\W)/i.test(text) &&
    !/^[A-Z][a-z'’]|^['"“{]/.test(text)
  )
    return false;
  if (words.some((word) => styleName.test(word)) || /'(self|none)'|^\w+ as \w+$/.test(text)) return false;
  const plain = words.filter((word) =>
    /^[("'“‘]?([A-Za-z][a-z'’]*(-[a-z]+)*|[A-Z]+|\d+|\S*\{…\}\S*)['’]?[)"”’,.;:!?…]*$/.test(word),
  );
  return plain.length > words.length * 0.7 && words.some((word) => /^[("'“‘]?[A-Za-z][a-z'’]+/.test(word));
}

function isInlineElement(node: Node): boolean {
  if (node.type !== 'JSXElement') return false;
  const { name } = (node.openingElement as { name: Node }).name as unknown as { name?: string };
  return inline.includes(name ?? '');
}

function attributesOf(node: Node): Node[] {
  const own = (node.openingElement as { attributes: Node[] }).attributes;
  const within = (node.children as Node[]).filter(({ type }) => type === 'JSXExpressionContainer');
  return [...own, ...within, ...(node.children as Node[]).filter(isInlineElement).flatMap(attributesOf)];
}

/** The name of an attribute or of a property that has a value. */
function nameOf(node: Node): string | null {
  const key = (node.type === 'JSXAttribute' ? node.name : node.type === 'Property' ? node.key : null) as {
    name?: string;
  } | null;
  return key?.name ?? null;
}

function childrenOf(node: Node): Node[] {
  const values = Object.entries(node).flatMap(([field, value]) =>
    field === 'key' ? [] : Array.isArray(value) ? value : [value],
  );
  return values.filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}

function listed(): string {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));
  const seen = new Set<string>();
  const parts = files.sort().flatMap((file) => {
    const texts = textsOf(file, readFileSync(join(root, file), 'utf8')).filter((text) => !seen.has(text));
    for (const text of texts) seen.add(text);
    return texts.length === 0
      ? []
      : [`# ${file}\n${texts.map((text) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n')}\n`];
  });
  return `${parts.join('\n')}\n${seen.size} texts\n`;
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) process.stdout.write(listed());
  else writeFileSync(file, listed());
}
