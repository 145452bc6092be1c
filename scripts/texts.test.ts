import { describe, expect, it } from 'vitest';
import { textsOf } from './texts.ts';

describe('The list of texts', () => {
  it.each([
    ['an element with what stands within its sentence', '<p>Hi <b>you</b>,{" "}{name}!</p>', ['Hi you, {…}!']],
    ['elements within elements apart', '<div>One game<p>Two games</p></div>', ['One game', 'Two games']],
    [
      'attributes that are read, and no classes',
      '<p className="grid gap-2" aria-label="Picks" title={`One of two`} />',
      ['Picks', 'One of two'],
    ],
    ['both sides of a choice', '<p>{on ? "It is on" : "It is off"}</p>', ['It is on', 'It is off']],
    [
      'sentences of functions, with what is filled in',
      `f(\`Saved \${n} games.\`, "grid items-center", "select a from b")`,
      ['Saved {…} games.'],
    ],
    [
      'single words where they are labels',
      'const tab = { label: "Users", to: "/admin users", kind: "Users" }',
      ['Users'],
    ],
    ['each once', 'f("All is well."); g("All is well.")', ['All is well.']],
    [
      'nothing of imports, types and SQL',
      'import a from "an odd name"; type A = "Not Started"; sql`update a set b`',
      [],
    ],
  ])('has %s', (_, source, texts) => {
    expect(textsOf('one.tsx', source)).toEqual(texts);
  });
});
