// Schema of a text whose error message names the field.
import { z } from 'zod'
import { hasVisibleText } from '../visible-text.ts'

export const namedText = (maxLength: number, name: string) =>
  z.string(`${name}必须是字符串`).max(maxLength, `${name}不能超过${maxLength}个字符`)

/** Address of a picture, which pages put into links: another scheme could run a script. */
export const pictureAddress = (name: string) =>
  namedText(1_024, name).refine(
    (text) => text === '' || /^(?:https?:\/\/|\/(?!\/))/i.test(text),
    `${name}须是以 https:// 或 http:// 开头的地址`,
  )

export const filledText = (maxLength: number, name: string) =>
  namedText(maxLength, name).refine(hasVisibleText, `${name}不能为空`)
