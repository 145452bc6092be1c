/** Whether these letters are in somebody's name or e-mail, capitals aside. */
export function matches(
  person: { readonly displayName: string; readonly email: string | null },
  search: string,
): boolean {
  const wanted = search.trim().toLowerCase();
  return [person.displayName, person.email ?? ''].some((text) => text.toLowerCase().includes(wanted));
}
