// Built files, compressed at build time. Files with hashed names are cached for ever.
import { createReadStream, existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { trialNotice } from '@xinqiao/contract/pages.ts'
import type { Config } from '../../kit/config.ts'
import { projectRoot } from './portal-build.ts'

const oneYearImmutable = 'public, max-age=31536000, immutable'
/** The published SDK, at a fixed address for script tags: `/im/sdk.js`. */
const sdkFolder = path.join(projectRoot, 'im-sdk/build/script')

/** Serves the SDK. Browsers revalidate it by ETag, because pages keep this address and must not keep an old script. */
export async function registerSdk(app: FastifyInstance, root: string): Promise<void> {
  if (!existsSync(path.join(root, 'sdk.js'))) return
  await app.register(fastifyStatic, {
    root,
    prefix: '/im/',
    wildcard: false,
    index: false,
    preCompressed: true,
    decorateReply: false,
    setHeaders(reply) {
      reply.header('cache-control', 'no-cache')
      // pages of any site may load the script by a tag or an import
      reply.header('access-control-allow-origin', '*')
      reply.header('cross-origin-resource-policy', 'cross-origin')
    },
    globIgnore: ['**/*.br', '**/*.gz', '**/*.tgz', '**/package.json'],
  })
  // served by a route, because the plugin would name an encoding that the packed file does not have
  for (const name of globSync('*.tgz', { cwd: root }))
    app.get(`/im/${name}`, (_request, reply) =>
      reply
        .type('application/gzip')
        .header('cache-control', 'no-cache')
        .send(createReadStream(path.join(root, name))),
    )
}

const trialBanner = `<p role="note" class="trial-banner">${trialNotice}</p>`

export async function registerStatic(app: FastifyInstance, { isTrial }: Pick<Config, 'isTrial'>): Promise<void> {
  const setHeaders = (reply: { header: (name: string, value: string) => unknown }, file: string) => {
    reply.header('cache-control', file.includes('/assets/') ? oneYearImmutable : 'public, max-age=3600')
  }
  await app.register(fastifyStatic, {
    root: path.join(projectRoot, 'portal/build/client'),
    wildcard: false, // one route per file, so that other addresses fall through to the pages
    index: false,
    preCompressed: true,
    setHeaders,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz'],
  })
  await registerSdk(app, sdkFolder)
  const console = path.join(projectRoot, 'admin/build')
  if (!existsSync(path.join(console, 'index.html'))) return
  await app.register(fastifyStatic, {
    root: path.join(console, 'assets'),
    prefix: '/admin/assets/',
    wildcard: false,
    index: false,
    preCompressed: true,
    decorateReply: false,
    setHeaders,
    globIgnore: ['**/*.br', '**/*.gz'],
  })
  // revalidated, so that a check-in device gets the service worker of its release
  const worker = path.join(console, 'door/worker.js')
  if (existsSync(worker)) {
    const script = readFileSync(worker)
    app.get('/admin/door/worker.js', (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
    )
  }
  const built = readFileSync(path.join(console, 'index.html'), 'utf8')
  const shell = isTrial ? built.replace('<body>', `<body>${trialBanner}`) : built
  for (const url of ['/admin', '/admin/*']) {
    app.get(url, (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(shell),
    )
  }
}
