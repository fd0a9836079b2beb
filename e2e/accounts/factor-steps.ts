// Shared steps of the second-factor stories: an authenticator app, and Chromium's virtual security key.
import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { locateButton, expect, locateField, password } from '../support/visitor.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of RFC 6238, `steps` away from the current one. */
export function totpCode(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return `${(digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000}`.padStart(6, '0')
}

/** Adds to this page's browser a virtual security key that always confirms. */
export async function addVirtualKey(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Confirms the step-up dialog. */
export async function confirmPassword(page: Page, secret = password): Promise<void> {
  const asked = page.getByRole('dialog', { name: '请确认是您本人操作' })
  await asked.getByLabel(/^登录密码/).fill(secret)
  await asked.getByRole('button', { name: /^确\s?认$/ }).click()
  await expect(asked).toBeHidden()
}

/** Adds an authenticator app on the page of second factors. */
export async function addAuthenticatorApp(page: Page, secret = password) {
  await locateButton(page, '启用动态验证码').click()
  await confirmPassword(page, secret)
  const key = (await page.locator('code').textContent())?.replaceAll(/\s/g, '') ?? ''
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  // the code of the previous step, so that the current one remains unused
  await locateField(page, '验证码').fill(totpCode(key, -1))
  await locateButton(page, '启用').click()
  const heading = page.getByRole('heading', { name: '请保存恢复码' })
  await expect(heading).toBeVisible()
  const codes = await page.locator('section', { has: heading }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  return { key, codes }
}
