// Reads the custom properties of the token sheet, for code that needs their values.
export const readTokens = (sheet: string): ReadonlyMap<string, string> =>
  new Map([...sheet.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
