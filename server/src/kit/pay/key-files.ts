// Files with keys and certificates, which the settings name.
import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'

type KeyFileSetting = {
  [Name in keyof Config]-?: Name extends `${string}_FILE` ? Name : never
}[keyof Config]

export function readPem(name: KeyFileSetting, config: Config): string {
  try {
    return readFileSync(config[name], 'utf8')
  } catch {
    throw new Error(`环境变量 ${name} 所指的文件无法读取：${config[name]}`)
  }
}

/** @throws Error with a message that names the variable */
export function readKey<T>(name: KeyFileSetting, config: Config, read: (text: string) => T): T {
  const text = readPem(name, config)
  try {
    return read(text)
  } catch {
    throw new Error(`环境变量 ${name} 所指的文件不是密钥或证书：${config[name]}`)
  }
}
