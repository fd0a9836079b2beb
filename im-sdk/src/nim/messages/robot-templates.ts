// Templates of robots in the form that pages read.
import { parseRobotTemplate as parse } from '@xinqiao/contract/im/robots/robot-template.ts'

const isText = ({ type }: { type: string }): boolean => type === 'text'

/** The words of a text that is no template are its only item. A link has its words and its pictures apart. */
export function parseRobotTemplate(input: unknown) {
  const { json, raw } = parse(input)
  if (json.length === 0 && raw !== '' && !/^\s*<template\b/.test(raw))
    return { json: [{ type: 'text', name: '', text: raw }], raw }
  const items = json.map((item) =>
    Array.isArray(item.text)
      ? { ...item, text: item.text.filter(isText), image: item.text.filter((part) => !isText(part)) }
      : item,
  )
  return { json: items, raw }
}
