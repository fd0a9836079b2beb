// Location service of the chat: the addresses that clients connect to. Public, for pages of any site.
import type { FastifyInstance } from 'fastify'
import { chatOrigins } from '../kit/chat/chat-origins.ts'
import type { KitInTransaction } from '../kit/ctx.ts'

export function registerChatLinks(app: FastifyInstance, { config }: KitInTransaction): void {
  const links = chatOrigins(config)
  const answer = {
    common: { link: links },
    link: { default: links[0] },
    nosup: links,
    lbs: { backup: links.slice(1).map((link) => `${link}/im/lbs`) },
  }
  app.get('/im/lbs', (_request, reply) =>
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store').send(answer),
  )
}
