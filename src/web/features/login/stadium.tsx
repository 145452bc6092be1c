import './stadium.css';

/** Each drawing: the filled shape, and the lines on it. */
const football = [
  'M3 17C3 9 12 3 24 3s21 6 21 14-9 14-21 14S3 25 3 17Z',
  'M16 17h16M19 13.5v7M24 13.5v7M29 13.5v7M10 7.5c3 6 3 13 0 19M38 7.5c-3 6-3 13 0 19',
] as const;
const banknote = [
  'M3 5h42v24H3z',
  'M24 23.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM24 13v8M9 10.5v1M39 22.5v1',
] as const;
const mug = [
  'M10 12h22v18a3 3 0 0 1-3 3H13a3 3 0 0 1-3-3zM9 12c-3-5 3-9 6-6 2-5 9-5 11 0 5-3 9 2 6 6z',
  'M32 16h4a4 4 0 0 1 4 4v4a4 4 0 0 1-4 4h-4M17 18v9M25 18v9',
] as const;

/** The flying footballs, banknotes and mugs, each on its own path (see the style sheet). */
const flying = [
  { key: 'a', drawing: football, kind: 'ball' },
  { key: 'b', drawing: banknote, kind: 'note' },
  { key: 'c', drawing: mug, kind: 'mug' },
  { key: 'd', drawing: football, kind: 'ball' },
  { key: 'e', drawing: banknote, kind: 'note' },
  { key: 'f', drawing: mug, kind: 'mug' },
  { key: 'g', drawing: football, kind: 'ball' },
  { key: 'h', drawing: banknote, kind: 'note' },
] as const;

/** The background of the sign-in screen: a field under lights. */
export function Stadium() {
  return (
    <div className="stadium" aria-hidden="true">
      <div className="beam beam-left" />
      <div className="beam beam-right" />
      <div className="field" />
      {flying.map(({ key, drawing, kind }) => (
        <svg key={key} viewBox="0 0 48 36" className={`flying ${kind}`} aria-hidden="true">
          <path d={drawing[0]} />
          <path d={drawing[1]} fill="none" />
        </svg>
      ))}
    </div>
  );
}
