// Leaves out fields without a value, so that they neither override a default nor appear in a reply.
type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

export const omitUndefined = <T extends object>(fields: T): DefinedFields<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<T>

/** The fields with these names that have a value. */
export const pickDefined = <T extends object, Name extends keyof T & string>(
  fields: T,
  names: readonly Name[],
): DefinedFields<Pick<T, Name>> =>
  omitUndefined(Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<T, Name>)
