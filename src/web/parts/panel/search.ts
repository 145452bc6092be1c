/** Whether the text is part of a person's name or email, ignoring case. */
export function matches(
  person: { readonly displayName: string; readonly email: string | null },
  search: string,
): boolean {
  const wanted = search.trim().toLowerCase();
  return [person.displayName, person.email ?? ''].some((text) => text.toLowerCase().includes(wanted));
}
