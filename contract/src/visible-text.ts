// Tells texts with a visible character from those that would show as an empty bubble.

/**
 * Any character but white space, controls, default ignorables (zero-width characters, fillers) and the empty Braille
 * pattern. Created from a string, because parsers of the script's target ES2015 refuse `\p`.
 */
const visibleCharacter = new RegExp(String.raw`[^\s\p{Cc}\p{DI}\u2800]`, 'u')

export const hasVisibleText = (text: string): boolean => visibleCharacter.test(text)
