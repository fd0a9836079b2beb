// Public replies for pages of any site: the addresses that clients connect to, and whether a page may use the chat.
// Browsers do not tell a page why a socket was refused.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { chatOrigins, isChatPage } from '../../kit/chat/chat-origins.ts'
import type { Kit } from '../../kit/ctx.ts'

export function registerChatLinks(app: FastifyInstance, kit: Kit): void {
  const links = chatOrigins(kit.config)
  const answer = {
    common: { link: links },
    link: { default: links[0] },
    nosup: links,
    lbs: { backup: links.slice(1).map((link) => `${link}/im/lbs`) },
  }
  const publish = (reply: FastifyReply) =>
    reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
  app.get('/im/lbs', (_request, reply) => publish(reply).send(answer))
  app.get('/im/origin', async ({ headers }, reply) => publish(reply).send({ allowed: await isChatPage(kit, headers) }))
}
