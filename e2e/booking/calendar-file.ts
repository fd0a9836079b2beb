// Reads the calendar file of an appointment.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/visitor.ts'

/** Properties of an unfolded calendar file, of the event and of its container: name to value. */
export async function downloadCalendar(page: Page, item: Locator): Promise<Map<string, string>> {
  const download = page.waitForEvent('download')
  await item.getByRole('link', { name: '加入日历' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('心桥预约.ics')
  const text = await readFile(await file.path(), 'utf8')
  expect(text.endsWith('\r\n')).toBe(true)
  const lines = text.replaceAll('\r\n ', '').trimEnd().split('\r\n')
  const open: string[] = []
  const found = new Map<string, string>()
  for (const line of lines) {
    const at = line.indexOf(':')
    const [name, value] = [line.slice(0, at), line.slice(at + 1)]
    if (name === 'BEGIN') open.push(value)
    else if (name === 'END') expect(open.pop()).toBe(value)
    else found.set(`${open.join('/')} ${name}`, value)
  }
  expect(open).toEqual([])
  return found
}

/** Formats `20261130T020000Z` as the page does in China: `11月30日`, `10:00`. */
export function readChinaTimes(stamp: string | undefined): string[] {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00Z$/.exec(stamp ?? '') ?? []
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour) + 8, Number(minute)))
  return [`${at.getUTCMonth() + 1}月${at.getUTCDate()}日`, at.toISOString().slice(11, 16)]
}
