/** Lower case without accents, each character in its place: what is found can be cut from the original. */
export function foldText(text: string): string {
  return text.replace(/[\p{Lu}\p{Lt}\u00c0-\u024f]/gu, (character) => {
    const [base = character] = character.normalize("NFD");
    const lower = base.toLowerCase();
    return lower.length === character.length ? lower : character;
  });
}
