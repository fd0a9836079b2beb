// OpenAPI document and its HTML page, derived from the served endpoints. Staff see all endpoints; other callers see
// those of visitors, users and their own role.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { errors } from '@xinqiao/contract/errors.ts'
import type { EndpointDefinition } from '@xinqiao/contract/http/endpoint.ts'
import { isAllowed, roleNameOf, roles, roleTitles, staff, type Role } from '@xinqiao/contract/roles.ts'
import type { Ctx, Kit } from '../../kit/ctx.ts'
import { escapeHtml } from '../../kit/text/escape-html.ts'
import { version } from '../../kit/version.ts'
import { apiPrefix } from './api.ts'
import { readCaller, sessionCookieNameOf } from '../requests/caller.ts'
import { endpoints, type Endpoint } from '../../modules.ts'

type OpenApiSchema = {
  properties?: Record<string, OpenApiSchema>
  required?: string[]
  description?: string
  type?: string | string[]
} & Record<string, unknown>

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): OpenApiSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' })
  return json as OpenApiSchema
}

const describeWho = (who: EndpointDefinition['who']) =>
  who === 'anyone'
    ? '任何人'
    : who === 'user'
      ? '登录用户'
      : who.map((role: Role) => `${roleTitles[role]}（${roles[role]}）`).join('、')

function describeOperation(method: string, definition: EndpointDefinition) {
  const input = toSchema(definition.input, 'input')
  const isQuery = method === 'GET'
  const parameters = Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: input.required?.includes(name) ?? false,
    schema,
  }))
  const createJsonContent = (schema: OpenApiSchema) => ({ 'application/json': { schema } })
  const reply = definition.reply
    ? { [definition.reply]: { schema: { type: 'string', format: 'binary' } } }
    : createJsonContent({
        type: 'object',
        required: ['code', 'msg', 'data'],
        properties: {
          code: { type: 'integer', example: 200 },
          msg: { type: 'string' },
          data: toSchema(definition.output, 'output'),
        },
      })
  const body = definition.upload
    ? {
        'multipart/form-data': {
          schema: { type: 'object', properties: { [definition.upload.field]: { type: 'string', format: 'binary' } } },
        },
      }
    : createJsonContent(input)
  const refusals = Object.groupBy(definition.errors, (name) => `${errors[name].status}`)
  return {
    summary: definition.summary,
    description: `谁可以调用：${describeWho(definition.who)}`,
    ...(isQuery ? { parameters } : { requestBody: { content: body } }),
    ...(definition.who !== 'anyone' && { security: [{ session: [] }, { bearer: [] }] }),
    responses: {
      200: { description: definition.success ?? '成功', content: reply },
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, names]) => [
          status,
          { description: (names ?? []).map((name) => errors[name].message).join('；') },
        ]),
      ),
    },
  }
}

function describeApi(publicUrl: string, listed: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path, definition } of listed)
    (paths[path] ??= {})[method.toLowerCase()] = describeOperation(method, definition)
  return {
    openapi: '3.0.3',
    info: {
      title: '心桥接口',
      version,
      description: '回复统一为 {code, msg, data}；code 与 HTTP 状态一致，200 为成功。',
    },
    servers: [{ url: `${publicUrl}${apiPrefix}` }],
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieNameOf(publicUrl),
          description: '登录后由服务器设置的会话 Cookie。网站使用 https 时名为 __Host-token，使用 http 时名为 token。',
        },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    paths,
  }
}

const style =
  'body{font:16px/1.75 "PingFang SC","Noto Sans SC","Microsoft YaHei",sans-serif;max-width:960px;margin:0 auto;padding:24px 16px;color:#12312f;background:#f6f8f7}' +
  'details{background:#fff;border:1px solid #e3e9e7;border-radius:12px;margin:8px 0;padding:8px 16px}summary{cursor:pointer}' +
  'code,pre{font:14px/1.6 ui-monospace,monospace}pre{overflow:auto;background:#f6f8f7;padding:12px;border-radius:8px}b{display:inline-block;min-width:64px;color:#0b5f59}'

function renderDocs(publicUrl: string, listed: readonly Endpoint[]): string {
  const items = listed.map(({ method, path, definition }) => {
    const schema = escapeHtml(JSON.stringify(toSchema(definition.input, 'input').properties ?? {}, null, 2))
    const output = definition.reply ?? escapeHtml(JSON.stringify(toSchema(definition.output, 'output'), null, 2))
    const refusals = definition.errors
      .map((name) => `<li>${errors[name].status} ${escapeHtml(errors[name].message)}</li>`)
      .join('')
    return (
      `<details><summary><b>${method}</b> <code>${apiPrefix}${path}</code> ${escapeHtml(definition.summary)}</summary>` +
      `<p>谁可以调用：${describeWho(definition.who)}</p><h3>输入</h3><pre tabindex="0">${schema}</pre><h3>data</h3><pre tabindex="0">${output}</pre>` +
      `${refusals ? `<h3>可能的拒绝</h3><ul>${refusals}</ul>` : ''}</details>`
    )
  })
  return (
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>接口说明 · 心桥</title><style>${style}</style></head><body><main><h1>接口说明</h1>` +
    `<p>地址前缀 <code>${escapeHtml(publicUrl)}${apiPrefix}</code>，共 ${listed.length} 个接口${listed.length < endpoints.length ? '（工作人员登录后可查看全部）' : ''}。机器可读版本：<a href="${apiPrefix}/openapi.json">openapi.json</a>。</p>${items.join('')}</main></body></html>`
  )
}

const isStaff = (role: Role) => staff.includes(role)

/** Visitors see the endpoints of users too, because anyone can register. */
const listEndpointsOfRole = (role: Role): readonly Endpoint[] =>
  isStaff(role)
    ? endpoints
    : endpoints.filter(({ definition }) => isAllowed(definition.who, 'user') || isAllowed(definition.who, role))

const roleOfCaller = ({ viewer }: Ctx): Role => (viewer ? roleNameOf(viewer.roleId) : 'user')

type ApiDocuments = { json: string; html: string }

export function registerOpenApi(app: FastifyInstance, kit: Kit): void {
  const { publicUrl } = kit.config
  const documentsByRole = new Map<Role, ApiDocuments>()
  const findDocuments = async (request: FastifyRequest): Promise<ApiDocuments> => {
    const role = roleOfCaller(await readCaller(kit, request))
    // all staff share one document
    const audience = isStaff(role) ? 'administrator' : role
    const endpointsOfRole = listEndpointsOfRole(audience)
    const documents = documentsByRole.get(audience) ?? {
      json: JSON.stringify(describeApi(publicUrl, endpointsOfRole)),
      html: renderDocs(publicUrl, endpointsOfRole),
    }
    documentsByRole.set(audience, documents)
    return documents
  }
  app.get(`${apiPrefix}/openapi.json`, async (request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send((await findDocuments(request)).json),
  )
  app.get(`${apiPrefix}/docs`, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send((await findDocuments(request)).html),
  )
}
