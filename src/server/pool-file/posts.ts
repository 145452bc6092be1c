/** Posts of the product in the talk of a file, in the form in which talk/store.ts keeps them. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id } from '#contract/shapes.ts';

const Ids = Type.Array(Id);
const corrected = Type.Optional(Type.Literal(true));
const Count = Type.Integer({ minimum: 0 });
const ofWeek = { weekId: Id, userIds: Type.Optional(Ids), corrected };

const posts = {
  joined: Compile(Type.Object({ kind: Type.Literal('joined'), userIds: Ids })),
  week: Compile(
    Type.Object({ kind: Type.Literal('week'), ...ofWeek, winners: Ids, halves: Type.Integer(), newLeaders: Ids }),
  ),
  survived: Compile(Type.Object({ kind: Type.Literal('survived'), ...ofWeek, out: Count, left: Count })),
};

/** What `kind` can be besides what people said. */
export function isPostKind(kind: string): kind is keyof typeof posts {
  return Object.hasOwn(posts, kind);
}

/** Whether a text from a file is a post of this kind. */
export function isPost(kind: keyof typeof posts, post: unknown): boolean {
  return posts[kind].Check(post);
}

/** A post with the ids that its people and entries have here, without those that are not of the file. */
export function renamedPost(text: string, ids: ReadonlyMap<string, string>): string {
  const lists = ['userIds', 'winners', 'newLeaders'];
  return JSON.stringify(
    Object.fromEntries(
      Object.entries<unknown>(JSON.parse(text)).map(([name, value]) => [
        name,
        lists.includes(name) ? (value as string[]).flatMap((id) => ids.get(id) ?? []) : value,
      ]),
    ),
  );
}
