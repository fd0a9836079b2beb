// Loads the page renderer: the built portal in production, Vite's modules in development.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { PageAssets, PortalBuild } from '@xinqiao/contract/pages.ts'

export const projectRoot = path.resolve(import.meta.dirname, '../../../..')
const buildFolder = path.join(projectRoot, 'portal/build')

export type Portal = { load: () => Promise<PortalBuild>; assets: PageAssets }

export async function loadBuiltPortal(): Promise<Portal> {
  const assets = JSON.parse(readFileSync(path.join(buildFolder, 'assets.json'), 'utf8')) as PageAssets
  const build = (await import(path.join(buildFolder, 'server/entry.server.js'))) as PortalBuild
  return { load: () => Promise.resolve(build), assets }
}

/** Vite in middleware mode: the portal at /, the console at /admin/. */
export async function startVite(app: FastifyInstance): Promise<Portal> {
  const { createServer } = await import('vite')
  const createViteServer = (folder: string) =>
    createServer({
      root: path.join(projectRoot, folder),
      configFile: path.join(projectRoot, folder, 'vite.config.ts'),
      appType: folder === 'admin' ? 'spa' : 'custom',
      server: { middlewareMode: true, ws: false, hmr: false },
    })
  const portal = await createViteServer('portal')
  const admin = await createViteServer('admin')
  app.addHook('onClose', async () => {
    await Promise.all([portal.close(), admin.close()])
  })
  app.addHook('onRequest', (request, reply, next) => {
    const vite = request.url.startsWith('/admin') ? admin : portal
    vite.middlewares(request.raw, reply.raw, next)
  })
  return {
    load: () => portal.ssrLoadModule('/src/entry.server.tsx') as Promise<PortalBuild>,
    assets: {
      css: ['/src/app.css'],
      script: '/src/site/site.ts',
      screens: '/src/screens.tsx',
      preload: {},
      styles: {},
    },
  }
}
