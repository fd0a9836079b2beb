// Texts of a user in the input of a call or command, by the paths that the contract names.

/**
 * @param path `text`, `fields.title`, `team[].name` (each item), `form.*` (each value)
 * @returns the strings at this path, without empty ones; any other value is skipped
 */
function listTexts(value: unknown, path: readonly string[]): string[] {
  const [step, ...rest] = path
  if (step === undefined) return typeof value === 'string' && value.trim() !== '' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  if (step === '*') return Object.values(value).flatMap((item) => listTexts(item, rest))
  return listTexts((value as Record<string, unknown>)[step], rest)
}

/** The texts of an input that was not checked yet, in the order of the paths. */
export const listTextsAt = (input: unknown, paths: readonly string[]): string[] =>
  paths.flatMap((path) => listTexts(input, path.replaceAll('[]', '.*').split('.')))
