// The definition of one HTTP endpoint. Dispatch, client, OpenAPI and tests derive from it.
import { z } from 'zod'
import type { AuditDescriber } from '../audit.ts'
import type { ErrorName } from '../errors.ts'
import { limits } from '../limits.ts'
import type { EndpointAccess } from '../roles.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type UploadRule = { field: string; maxBytes: number }

export type EndpointDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  who: EndpointAccess
  summary: string
  input: I
  output: O
  errors: readonly ErrorName[]
  /**
   * Requires a step-up within the last minutes: always, or only for sensitive inputs. The server checks it before the
   * handler runs.
   */
  stepUp?: true | ((input: never) => boolean)
  /** True for an endpoint that is allowed even when the caller must first change a password or add a second factor. */
  whileRestricted?: true
  /**
   * Inputs that name the caller. They may be absent or the caller's id; other values are refused and logged.
   */
  own?: readonly string[]
  /**
   * Texts of the caller in the input, which the crisis detector reads: `text`, `fields.title`, `team[].name`, `form.*`.
   * The field of an upload stands for the name of its file.
   */
  texts?: readonly string[]
  /** `texts` are written in the lecture whose id is the field `id`. */
  isInLecture?: true
  /**
   * Set when the handler calls the crisis detector on `texts` itself, because its alert names the question or the
   * appointment.
   */
  readsTexts?: true
  /** The one file part of a multipart endpoint. */
  upload?: UploadRule
  /** Maximum JSON body in bytes, if `limits.maxJsonBytes` is too small. */
  bodyBytes?: number
  /** True for a GET with side effects (the specification's SMS calls): cross-site requests are refused. */
  effect?: true
  /**
   * True for a frequent endpoint: its session is cached for some seconds, and its rate limit is per session instead
   * of per network.
   */
  quick?: true
  /** True for an endpoint that open pages poll without user action: it does not extend the session. */
  polled?: true
  /**
   * `read`: anonymous visitors share a reply for up to one second. `invalidate`: a request changes such replies, and
   * drops them at once. Counters that change often do not invalidate.
   */
  publicCache?: 'read' | 'invalidate'
  /**
   * Entries of the audit log. The server opens a transaction, passes it to the handler, and writes the entries in it.
   * `null`: a change by staff that is recorded elsewhere, which a comment at the endpoint names.
   */
  audit?: AuditDescriber<never, never> | null
  /** Success message, if a screen shows one. */
  success?: string
  /** Content type of a reply that consists of bytes instead of the envelope. */
  reply?: ReplyMimeType
  /** File name under which the browser saves such a reply. */
  download?: string
  /** portal.md 7 puts some results into `msg`: derives the message from the output. */
  messageOf?: (output: never) => string
}
export type EndpointDefinitions = Record<string, EndpointDefinition>

export const replyTypes = {
  png: 'image/png',
  pdf: 'application/pdf',
  calendar: 'text/calendar',
  zip: 'application/zip',
  sheet: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type ReplyMimeType = (typeof replyTypes)[keyof typeof replyTypes]

/** An endpoint whose handler runs in the dispatcher's transaction. */
export type AuditedDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = EndpointDefinition<
  I,
  O
> & {
  audit: AuditDescriber<never, never>
}

type EndpointDraft<I extends z.ZodType, O extends z.ZodType> = Omit<EndpointDefinition<I, O>, 'errors' | 'audit'> & {
  errors?: readonly ErrorName[]
}

/** Preserves the endpoint's schema types while checking its shape. */
export function endpoint<I extends z.ZodType, O extends z.ZodType>(
  definition: EndpointDraft<I, O> & { audit: AuditDescriber<z.output<I>, z.input<O>> },
): AuditedDefinition<I, O>
export function endpoint<I extends z.ZodType, O extends z.ZodType>(
  definition: EndpointDraft<I, O> & { audit?: null },
): EndpointDefinition<I, O>
export function endpoint(
  definition: EndpointDraft<z.ZodType, z.ZodType> & { audit?: AuditDescriber<never, never> | null },
): EndpointDefinition {
  return { errors: [], ...definition }
}

/** An endpoint as a typed function: in process for page loaders, over HTTP for browsers. */
export type EndpointApi<R extends EndpointDefinitions> = <K extends keyof R>(
  key: K & string,
  input: z.input<R[K]['input']>,
) => Promise<z.output<R[K]['output']>>

export type EndpointInput<R extends EndpointDefinitions, K extends keyof R> = z.output<R[K]['input']>
export type EndpointOutput<R extends EndpointDefinitions, K extends keyof R> = z.output<R[K]['output']>

// ---- parts shared by many rows

export const EmptyInput = z.object({})
/** Output of an endpoint with a `reply` type. */
export const BytesReply = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
/** The empty reply: `data` is null. */
export const EmptyReply = z.null()
/** True if staff have read that their text sounds like danger, and send it. */
export const IsConfirmed = z.boolean().default(false)
/** An id in a query string or a body. The range fits both a bigint and a JavaScript number. */
export const Id = z.coerce
  .number('编号不正确')
  .int('编号不正确')
  .min(1, '编号不正确')
  .max(Number.MAX_SAFE_INTEGER, '编号不正确')
/** An id of a short list, whose column is a smallint. */
export const SmallId = Id.max(32_767, '编号不正确')
/** Browsers send `tagId=` for "any", so an empty value counts as absent. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())
const pageNumber = z.coerce.number('页码不正确').int('页码不正确').min(1, '页码不正确').max(1_000_000_000, '页码不正确')
export const paging = (size: number, maxSize = 100) => ({
  page: optional(pageNumber).transform((page) => page ?? 1),
  size: optional(
    z.coerce.number('每页条数不正确').int('每页条数不正确').min(1, '每页条数不正确').max(maxSize, '每页条数过大'),
  ).transform((n) => n ?? size),
})
/** Converts the input of a list: the caller sends `page` and `size`, the handler receives `limit` and `offset`. */
export const toLimits = <T extends { page: number; size: number }>({ page, size, ...filters }: T) => ({
  ...filters,
  limit: size,
  offset: (page - 1) * size,
})
export const pageSchemaOf = <T extends z.ZodType>(item: T) =>
  z.object({ content: z.array(item), totalElements: z.number() })
/** Times have the form `2026-11-21 08:30:00`, China time, like the pickers of portal.md. */
export const Time = z.string()
/** `Date` would turn the 30th of February into the 2nd of March. */
export const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
/** China time as the pickers send it, or an ISO instant. */
export const Instant = z
  .string('请选择时间')
  .regex(
    /^(?:19[7-9]|20\d)\d-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/,
    '时间格式应为 年-月-日 时:分:秒',
  )
  .refine((value) => isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value.replace(' ', 'T'))), '时间不正确')
/** A day that exists, `2026-11-21`. */
export const Day = z
  .string('请选择日期')
  .regex(/^20\d\d-\d\d-\d\d$/, '请选择日期')
  .refine(isDay, '没有这一天')
/** Free text: trimmed, with a maximum length. */
export const text = (maxLength: number, message = `不能超过${maxLength}个字`) =>
  z.string('请填写文字').trim().max(maxLength, message)
export const requiredText = (maxLength: number, empty: string, message = `不能超过${maxLength}个字`) =>
  z.string(empty).trim().max(maxLength, message).min(1, empty)

/** Why staff view personal data or restrict an account; the audit log stores it. */
export const staffReason = (empty: string) =>
  requiredText(200, empty, '理由不能超过200个字').min(limits.minReasonLength, `理由至少${limits.minReasonLength}个字`)

/** Result of an imported sheet: all rows were imported, or none, with the reasons. */
export const ImportReport = z.object({
  rows: z.number(),
  /** Number of imported rows; zero if any row is invalid. */
  imported: z.number(),
  bad: z.array(z.object({ line: z.number(), problems: z.record(z.string(), z.string()) })),
})
export type ImportReport = z.output<typeof ImportReport>
