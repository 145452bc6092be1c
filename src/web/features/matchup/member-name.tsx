import type { CSSProperties } from 'react';
import { Fragment } from 'react';

/** The number of letters that fit beside each other on a phone at full size. */
const FITTING = 10;

/** A name that breaks between its words only: a longer word is smaller, and cut off if it is still too long. */
export function MemberName({ name }: { readonly name: string }) {
  // Each with the space or hyphen after it.
  const words = [...name.matchAll(/[^ -]*[ -]|[^ -]+/g)];
  if (words.every(([word]) => isFitting(word))) return name;
  return words.map(({ 0: word, index }) => (
    <Fragment key={index}>
      {isFitting(word) ? (
        word
      ) : (
        <>
          <span className="long-word" style={{ '--letters': word.trimEnd().length } as CSSProperties}>
            {word.trimEnd()}
          </span>
          {word.endsWith(' ') && ' '}
        </>
      )}
    </Fragment>
  ));
}

function isFitting(word: string): boolean {
  return word.trimEnd().length <= FITTING;
}
