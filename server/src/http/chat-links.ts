// The location service of the messaging layer: where a client connects. Pages of any site and programs may ask, and
// it says nothing that is not public.
import type { FastifyInstance } from 'fastify'
import type { Kit } from '../kit/ctx.ts'

export function registerChatLinks(app: FastifyInstance, { config }: Kit): void {
  const origin = new URL(config.publicUrl).origin
  const others = config.IM_LINKS.map((link) => new URL(link).origin).filter((link) => link !== origin)
  const links = [origin, ...new Set(others)]
  const answer = {
    common: { link: links },
    link: { default: origin },
    nosup: links,
    lbs: { backup: links.slice(1).map((link) => `${link}/im/lbs`) },
  }
  app.get('/im/lbs', (_request, reply) =>
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store').send(answer),
  )
}
