// Schema reader of the published script in place of zod, which would add 25 KB (decision 008). It supports only what
// the commands of the chat use; any other schema fails when the script loads.

type IssuePath = readonly (string | number)[]
type Issue = { message: string | undefined; path: IssuePath }
type ErrorText = string | { error?: string; message?: string } | undefined
type ParseOutcome = { success: true; data: unknown } | { success: false; error: { issues: Issue[] } }
/** Reads a value: appends its faults to `issues`, and returns the parsed value. */
type ReadValue = (value: unknown, issues: Issue[], path: IssuePath) => unknown
type Shape = Record<string, Rule>

const errorMessageOf = (errorText: ErrorText): string | undefined =>
  typeof errorText === 'string' ? errorText : (errorText?.error ?? errorText?.message)
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

class Rule {
  readonly read: ReadValue
  readonly shape: Shape
  /** Allowed values of a literal. */
  readonly values: readonly unknown[]
  /** Fallback message for refinements without a message. */
  readonly errorText: ErrorText

  constructor(
    read: ReadValue,
    { shape = {}, values = [], errorText }: Partial<Pick<Rule, 'shape' | 'values' | 'errorText'>> = {},
  ) {
    this.read = read
    this.shape = shape
    this.values = values
    this.errorText = errorText
  }

  safeParse(value: unknown): ParseOutcome {
    const issues: Issue[] = []
    const data = this.read(value, issues, [])
    return issues.length === 0 ? { success: true, data } : { success: false, error: { issues } }
  }

  /** @throws Error with the first issue's message */
  parse(value: unknown): unknown {
    const parsed = this.safeParse(value)
    if (parsed.success) return parsed.data
    throw new Error(parsed.error.issues[0]?.message ?? 'invalid')
  }

  /** Returns a rule that reads the value by this one, and then runs the step if there was no fault. */
  private next(step: (value: never, wrong: (message: string | undefined) => void) => unknown): Rule {
    return new Rule((value, issues, path) => {
      const before = issues.length
      const data = this.read(value, issues, path)
      if (issues.length > before) return data
      return step(data as never, (message) => void issues.push({ message, path }))
    }, this)
  }
  refine(isRight: (value: never) => unknown, errorText?: ErrorText): Rule {
    return this.next((value, wrong) => {
      if (!isRight(value)) wrong(errorMessageOf(errorText ?? this.errorText))
      return value
    })
  }
  transform(change: (value: never) => unknown): Rule {
    return this.next((value) => change(value))
  }
  min(min: number, errorText?: ErrorText): Rule {
    return this.refine((value: string | number | unknown[]) => measureValue(value) >= min, errorText)
  }
  max(max: number, errorText?: ErrorText): Rule {
    return this.refine((value: string | number | unknown[]) => measureValue(value) <= max, errorText)
  }
  int(errorText?: ErrorText): Rule {
    return this.refine((value: number) => Number.isSafeInteger(value), errorText)
  }
  regex(pattern: RegExp, errorText?: ErrorText): Rule {
    return this.refine((value: string) => pattern.test(value), errorText)
  }
  trim(): Rule {
    return this.transform((value: string) => value.trim())
  }

  optional(): Rule {
    return new Rule((value, ...rest) => (value === undefined ? undefined : this.read(value, ...rest)), this)
  }
  nullable(): Rule {
    return new Rule((value, ...rest) => (value === null ? null : this.read(value, ...rest)), this)
  }
  default(instead: unknown): Rule {
    return new Rule(
      (value, ...rest) => (value === undefined ? structuredClone(instead) : this.read(value, ...rest)),
      this,
    )
  }

  extend(shape: Shape): Rule {
    return object({ ...this.shape, ...shape })
  }
  partial(): Rule {
    return object(Object.fromEntries(Object.entries(this.shape).map(([name, rule]) => [name, rule.optional()])))
  }
}

const measureValue = (value: string | number | unknown[]): number => (typeof value === 'number' ? value : value.length)

const createRule = (
  isRight: (value: unknown) => boolean,
  errorText: ErrorText,
  values: readonly unknown[] = [],
): Rule =>
  new Rule(
    (value, issues, path) => {
      if (!isRight(value)) issues.push({ message: errorMessageOf(errorText), path })
      return value
    },
    { values, errorText },
  )

/** Drops unknown keys, like zod. */
function object(shape: Shape, errorText?: ErrorText): Rule {
  const fields = Object.entries(shape)
  return new Rule(
    (value, issues, path) => {
      if (!isObject(value)) return void issues.push({ message: errorMessageOf(errorText), path })
      const data: Record<string, unknown> = {}
      for (const [name, rule] of fields) {
        const field = rule.read(value[name], issues, [...path, name])
        if (field !== undefined || name in value) data[name] = field
      }
      return data
    },
    { shape },
  )
}

function array(item: Rule, errorText?: ErrorText): Rule {
  return new Rule((value, issues, path) => {
    if (!Array.isArray(value)) return void issues.push({ message: errorMessageOf(errorText), path })
    return value.map((element, i) => item.read(element, issues, [...path, i]))
  })
}

function tuple(items: readonly Rule[], errorText?: ErrorText): Rule {
  return new Rule((value, issues, path) => {
    if (!Array.isArray(value) || value.length !== items.length)
      return void issues.push({ message: errorMessageOf(errorText), path })
    return items.map((item, i) => item.read(value[i], issues, [...path, i]))
  })
}

function union(rules: readonly Rule[], errorText?: ErrorText): Rule {
  return new Rule((value, issues, path) => {
    for (const rule of rules) {
      const parsed = rule.safeParse(value)
      if (parsed.success) return parsed.data
    }
    return void issues.push({ message: errorMessageOf(errorText), path })
  })
}

function discriminatedUnion(name: string, rules: readonly Rule[], errorText?: ErrorText): Rule {
  const byValue = new Map(rules.flatMap((rule) => rule.shape[name]!.values.map((value) => [value, rule])))
  return new Rule((value, issues, path) => {
    if (!isObject(value)) return void issues.push({ message: errorMessageOf(errorText), path })
    const rule = byValue.get(value[name])
    if (!rule) return void issues.push({ message: errorMessageOf(errorText), path: [...path, name] })
    return rule.read(value, issues, path)
  })
}

/** Intersects two objects, the only kind of intersection that the commands use. */
const intersection = (left: Rule, right: Rule): Rule =>
  new Rule((value, issues, path) => {
    const [first, second] = [left.read(value, issues, path), right.read(value, issues, path)]
    return isObject(first) && isObject(second) ? { ...first, ...second } : first
  })

const literal = (expected: unknown, errorText?: ErrorText): Rule => {
  const values: readonly unknown[] = [expected].flat()
  return createRule((value) => values.includes(value), errorText, values)
}

export const z = {
  object,
  array,
  tuple,
  union,
  discriminatedUnion,
  intersection,
  literal,
  enum: literal,
  string: (errorText?: ErrorText) => createRule((value) => typeof value === 'string', errorText),
  number: (errorText?: ErrorText) => createRule((value) => Number.isFinite(value), errorText),
  boolean: (errorText?: ErrorText) => createRule((value) => typeof value === 'boolean', errorText),
  null: (errorText?: ErrorText) => createRule((value) => value === null, errorText),
  unknown: () => createRule(() => true, undefined),
}
