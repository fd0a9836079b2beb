// The web server of another site on this machine. Cookies do not distinguish ports, so only the rules about origins
// protect the site's cookie.
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

/** The published ES module, which the other site serves itself, with the chunks that it loads later. */
const sdk = path.join(import.meta.dirname, '../../../im-sdk/build')
const sdkFiles = Object.fromEntries(globSync('*.js', { cwd: sdk }).map((file) => [`/${file}`, path.join(sdk, file)]))
const contentTypeOf = (file: string) => `text/${file.endsWith('.js') ? 'javascript' : 'html'}; charset=utf-8`

export type OtherSite = { origin: string; close: () => void }

/** @param files content by path; `/index.js` is the SDK */
export async function serveOtherSite(files: Record<string, string>): Promise<OtherSite> {
  const filesByPath: Record<string, string> = { ...sdkFiles, ...files }
  const server = createServer((request, response) => {
    const file = filesByPath[request.url!.split('?', 1)[0]!]
    if (file === undefined) response.writeHead(404).end()
    else response.setHeader('content-type', contentTypeOf(file)).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
