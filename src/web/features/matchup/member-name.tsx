import type { CSSProperties } from 'react';
import { Fragment } from 'react';

/** The number of letters that fit beside each other on a phone at full size. */
const FITTING = 10;

/** A name that breaks between its words only: a longer word is smaller, and cut off if it is still too long. */
export function MemberName({ name }: { readonly name: string }) {
  const words = name.split(' ');
  if (words.every(({ length }) => length <= FITTING)) return name;
  return words.map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name have no other identity
    <Fragment key={at}>
      {at > 0 && ' '}
      {word.length <= FITTING ? (
        word
      ) : (
        <span className="long-word" style={{ '--letters': word.length } as CSSProperties}>
          {word}
        </span>
      )}
    </Fragment>
  ));
}
