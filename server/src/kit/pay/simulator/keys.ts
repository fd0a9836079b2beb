// Keys of the stand-in and its merchant. They are created once and stored sealed in the database, so that all nodes use
// the same keys, also after a restart.
import { createPrivateKey, createPublicKey, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Sql } from '../../db/db.ts'
import { sealBindings } from '../../auth/seal-bindings.ts'
import type { Secrets } from '../../auth/secrets.ts'
import { insertKeys, selectKeys } from './store.ts'

const binding = sealBindings.simulatedGateway(1)

type StoredKeys = { merchant: string; platform: string; apiV3Key: string; mchSerial: string; platformSerial: string }
export type SimulatorKeys = {
  merchant: KeyObject
  merchantPublic: KeyObject
  platform: KeyObject
  platformPublic: KeyObject
  apiV3Key: string
  mchSerial: string
  platformSerial: string
}

const generate = promisify(generateKeyPair)
const createKey = async () => {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

async function createKeys(): Promise<StoredKeys> {
  const [merchant, platform] = await Promise.all([createKey(), createKey()])
  return {
    merchant,
    platform,
    apiV3Key: randomBytes(16).toString('hex'),
    mchSerial: randomBytes(20).toString('hex').toUpperCase(),
    platformSerial: `PUB_KEY_ID_0${randomBytes(12).toString('hex').toUpperCase()}`,
  }
}

export async function loadKeys(sql: Sql, secrets: Secrets): Promise<SimulatorKeys> {
  let sealed = await selectKeys(sql)
  if (!sealed) {
    await insertKeys(sql, secrets.seal(JSON.stringify(await createKeys()), binding))
    // if another node was faster, its keys count
    sealed = (await selectKeys(sql))!
  }
  const {
    merchant: merchantText,
    platform: platformText,
    ...rest
  } = JSON.parse(secrets.open(sealed, binding)) as StoredKeys
  const [merchant, platform] = [createPrivateKey(merchantText), createPrivateKey(platformText)]
  return {
    ...rest,
    merchant,
    platform,
    merchantPublic: createPublicKey(merchant),
    platformPublic: createPublicKey(platform),
  }
}
