// S3-compatible storage: https://KEY:SECRET@endpoint/bucket?region=… It uses path style, which every vendor supports.
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { checkKey, StorageUnavailableError, type FileStorage } from './files.ts'

/** Limits for a host that drops packets, because the SDK has none. */
const limits = { connectionTimeout: 2_000, socketTimeout: 8_000 }

/** @throws StorageUnavailableError instead of an error of the network or a fault of the storage */
async function awaitReply<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
    const status = $metadata?.httpStatusCode ?? 500
    throw status >= 500 ? new StorageUnavailableError(error) : error
  }
}

export function createS3Files(address: string): FileStorage {
  const url = new URL(address)
  const bucket = url.pathname.replaceAll('/', '')
  if (!bucket) throw new Error('环境变量 STORAGE_URL 缺少存储桶名，应形如 https://KEY:SECRET@endpoint/bucket')
  const client = new S3Client({
    endpoint: url.origin,
    region: url.searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
    maxAttempts: 2,
    requestHandler: limits,
    // several vendors refuse the newer checksum headers
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    async put(key, body, mime) {
      checkKey(key)
      const source =
        body instanceof Uint8Array
          ? { Body: body }
          : { Body: createReadStream(body.path), ContentLength: (await stat(body.path)).size }
      await awaitReply(client.send(new PutObjectCommand({ Bucket: bucket, Key: key, ...source, ContentType: mime })))
    },
    async get(key, range) {
      checkKey(key)
      try {
        const part = range && { Range: `bytes=${range.start}-${range.end}` }
        const reply = await awaitReply(client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...part })))
        return { stream: reply.Body as Readable, bytes: reply.ContentLength ?? 0 }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(key) {
      checkKey(key)
      await awaitReply(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })))
    },
  }
}
