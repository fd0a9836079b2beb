// Templates of robots in the form that pages read.
import { parseRobotTemplate as parse } from '@xinqiao/contract/im/robots/robot-template.ts'

const isText = ({ type }: { type: string }): boolean => type === 'text'

/**
 * Parses a template. A text that is no template becomes the only item. The texts and pictures of a link are in two
 * lists.
 */
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
