/** Finds content that does not fit: it overflows the page or its box, or overlaps its neighbor. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { isLong } from '#tests/long.ts';
import type { Look } from './faces.ts';
import { addWidestFont, setLook, tightLayouts } from './faces.ts';

/** Checks the open page with the widest font in the tightest layouts, or in others, without a reload. */
export async function expectNoOverflow(
  page: Page,
  where: string,
  looks: readonly Look[] = tightLayouts,
): Promise<void> {
  await addWidestFont(page);
  const session = await page.context().newCDPSession(page);
  const found: string[] = [];
  for (const look of looks) {
    await setLook(page, session, look);
    const here = await page.evaluate(findOverflow, look.width);
    found.push(...here.map((each) => `${where} ${look.name}: ${each}`));
  }
  // The text has its previous size again.
  await session.detach();
  expect.soft(found).toEqual([]);
}

/** `expectNoOverflow` in a long run. The usual run looks at the screens and dialogs of every-screen.spec.ts alone. */
export async function checkOverflow(page: Page, where: string): Promise<void> {
  if (isLong) await expectNoOverflow(page, where);
}

/** Runs in the page. */
async function findOverflow(width: number): Promise<string[]> {
  /** The tolerance for rounding, in pixels. */
  const SLACK = 1;
  /** The height of capitals as a part of the font size. Lines may be closer than the height of the boxes of their letters. */
  const CAPITALS = 0.7;
  const root = document.documentElement;

  /** A text and the boxes that contain it. */
  interface Text {
    readonly node: Node;
    readonly words: string;
    readonly element: Element;
    readonly boxes: readonly Box[];
    /** What it moves with: the page, a scrolling or fixed part, or a dialog. */
    readonly layer: Element;
    /** The height of its capitals. */
    readonly height: number;
  }

  interface Box {
    readonly element: Element;
    /** Whether it hides overflow. */
    readonly hides: boolean;
    /** Whether text may overflow it: it scrolls, or ends in an ellipsis. */
    readonly allows: boolean;
  }

  /** The visible part of a line of text. */
  interface Line extends Pick<Text, 'words' | 'element' | 'layer'> {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }

  /** Caches the result for each element. */
  function once<T>(ask: (element: Element) => T): (element: Element) => T {
    const known = new Map<Element, T>();
    return (element) => {
      const answer = known.get(element) ?? ask(element);
      known.set(element, answer);
      return answer;
    };
  }

  function scrolls(element: Element): boolean {
    return /auto|scroll/.test(getComputedStyle(element).overflowX);
  }

  /** Text for screen readers only is in a box that shows nothing. */
  const isForReaders = once((element): boolean => {
    const { parentElement } = element;
    return (
      getComputedStyle(element).clipPath === 'inset(50%)' || (parentElement !== null && isForReaders(parentElement))
    );
  });

  const layerOf = once((element): Element => {
    const stays = /fixed|sticky/.test(getComputedStyle(element).position);
    if (stays || scrolls(element) || element.matches(':modal, :popover-open')) return element;
    return element.parentElement === null ? element : layerOf(element.parentElement);
  });

  /** A positioned element belongs to its containing block, which need not be its parent. */
  const boxesOf = once((element): readonly Box[] => {
    const { position, display, overflowX, textOverflow } = getComputedStyle(element);
    const allows = scrolls(element) || textOverflow === 'ellipsis';
    const box = { element, hides: overflowX !== 'visible', allows };
    const isPlaced = position === 'absolute' && element instanceof HTMLElement;
    const around = isPlaced ? element.offsetParent : element.parentElement;
    return [
      ...(/^(inline|contents)$/.test(display) ? [] : [box]),
      ...(around === null || position === 'fixed' ? [] : boxesOf(around)),
    ];
  });

  function textsOf(element: Element): Text[] {
    const nodes = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    const texts = nodes
      .map((node) => ({ node, words: (node.nodeValue ?? '').trim() }))
      .filter(({ words }) => words !== '');
    const isShown = texts.length > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!isShown || isForReaders(element)) return [];
    const height = Number.parseFloat(getComputedStyle(element).fontSize) * CAPITALS;
    return texts.map((text) => ({ ...text, element, height, boxes: boxesOf(element), layer: layerOf(element) }));
  }

  function rectsOf({ node }: Text): DOMRect[] {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  }

  /** The first box that a line overflows, of those that do not allow it. */
  function departure({ words, boxes }: Text, line: DOMRect, rectOf: (element: Element) => DOMRect): string[] {
    for (const box of boxes) {
      const { left, right } = rectOf(box.element);
      const out = Math.round(Math.max(left - line.left, line.right - right));
      const { tagName, className } = box.element;
      if (out > SLACK && !box.allows) return [`"${words}" leaves <${tagName} ${className}> by ${out} px`];
      if (box.hides) return [];
    }
    return [];
  }

  function lineOf(text: Text, { left, right, top, bottom }: DOMRect, rectOf: (element: Element) => DOMRect): Line {
    const edges = text.boxes.filter(({ hides }) => hides).map((box) => rectOf(box.element));
    const middle = (top + bottom) / 2;
    return {
      words: text.words,
      element: text.element,
      layer: text.layer,
      left: Math.max(left, ...edges.map((edge) => edge.left)),
      right: Math.min(right, ...edges.map((edge) => edge.right)),
      top: middle - text.height / 2,
      bottom: middle + text.height / 2,
    };
  }

  function overlaps(lines: readonly Line[]): string[] {
    const sorted = lines.toSorted((a, b) => a.top - b.top);
    return sorted.flatMap((a, at) => {
      const end = sorted.findIndex(({ top }, place) => place > at && top >= a.bottom - SLACK);
      return sorted.slice(at + 1, end < 0 ? undefined : end).flatMap((b) => {
        const out = Math.round(Math.min(a.right, b.right) - Math.max(a.left, b.left));
        const isHit = out > SLACK && a.layer === b.layer && a.element !== b.element;
        return isHit ? [`"${a.words}" lies on "${b.words}" by ${out} px`] : [];
      });
    });
  }

  // Waits until the rows of a log, which are placed by their heights, have their final positions.
  const frames = document.querySelector('[role="log"]') === null ? 0 : 4;
  for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  const texts = [...document.body.querySelectorAll('*')].flatMap(textsOf);
  const rectOf = once((element) => element.getBoundingClientRect());
  const over = root.scrollWidth - width;
  const rects = texts.flatMap((text) => rectsOf(text).map((rect) => [text, rect] as const));
  return [
    ...new Set([
      ...(over > 0 ? [`the page is ${over} px too wide`] : []),
      ...rects.flatMap(([text, rect]) => departure(text, rect, rectOf)),
      ...overlaps(rects.map(([text, rect]) => lineOf(text, rect, rectOf))),
    ]),
  ];
}
