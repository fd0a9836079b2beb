// Tells texts with a visible character from those that would show as an empty bubble. Finds characters that change the
// direction of the text around them.

/**
 * Any character but white space, controls, default ignorables (zero-width characters, fillers) and the empty Braille
 * pattern. Created from a string, because parsers of the script's target ES2015 refuse `\p`.
 */
const visibleCharacter = new RegExp(String.raw`[^\s\p{Cc}\p{DI}\u2800]`, 'u')

export const hasVisibleText = (text: string): boolean => visibleCharacter.test(text)

/** Embeddings, overrides and isolates, which show what follows in another order. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g

/** The text as screens show it: no character turns the words around it. */
export const withoutDirectionControls = (text: string): string => text.replace(directionControls, '')

/** True for a name that readers see as it is written. An empty name is for the caller to judge. */
export const isPlainName = (name: string): boolean =>
  name === '' || (hasVisibleText(name) && withoutDirectionControls(name) === name)
