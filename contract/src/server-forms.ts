// Schemas of the forms of the server API, whose values are texts.
import { z } from 'zod'

export const limitedText = (max: number) => z.string().max(max, `不能超过${max}个字符`)
export const Flag = z.enum(['true', 'false'], '只能是true或false').transform((text) => text === 'true')
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, '必须是整数')
    .transform(Number)
    .pipe(z.number().min(min, `不能小于${min}`).max(max, `不能大于${max}`))
