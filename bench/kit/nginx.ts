// nginx as the reference: it serves the same compressed bytes from files, under the same headers.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fetchBytes, freePort, scratchFolder, startProgram, type StartedSite } from './site.ts'
import { requireProgram } from './system.ts'

const ownHeaders = new Set(['content-type', 'content-length', 'date', 'connection', 'keep-alive'])

/** Serves the pages of `urls` from files, each under its own path. */
export async function startNginx(
  urls: readonly string[],
  workers: '1' | 'auto',
): Promise<StartedSite & { toUrl: (url: string) => string }> {
  const folder = scratchFolder('nginx')
  const port = await freePort()
  const names = new Map(urls.map((url, i) => [url, `page-${i}`]))
  const locations: string[] = []
  mkdirSync(path.join(folder, 'tmp'))
  for (const [url, name] of names) {
    const { headers, body } = await fetchBytes(url, { 'accept-encoding': 'br' })
    if (headers['content-encoding'] !== 'br') throw new Error(`${url} is not sent as brotli`)
    writeFileSync(path.join(folder, name), body)
    const lines = Object.entries(headers).flatMap(([header, value]) =>
      ownHeaders.has(header) ? [] : [`add_header ${header} '${String(value).replaceAll("'", String.raw`\'`)}';`],
    )
    locations.push(`location = /${name} { root ${folder}; ${lines.join(' ')} }`)
  }
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, 'tmp', name)};`,
  )
  const config = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    worker_processes ${workers};
    pid ${folder}/pid;
    error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http {
      ${paths.join(' ')}
      access_log off; sendfile on; tcp_nopush on; etag off; max_ranges 0;
      keepalive_requests 100000000; keepalive_timeout 75s;
      open_file_cache max=100 inactive=600s; open_file_cache_valid 600s;
      default_type 'text/html; charset=utf-8';
      server { listen 127.0.0.1:${port}; ${locations.join('\n')} }
    }`
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, config)
  const nginx = requireProgram('nginx')
  const common = ['-c', file, '-e', `${folder}/error.log`]
  const check = spawnSync(nginx, ['-t', '-q', ...common], { encoding: 'utf8' })
  if (check.status !== 0) throw new Error(`nginx refuses the config: ${check.stderr}`)
  const base = `http://127.0.0.1:${port}`
  const started = await startProgram(nginx, [...common, '-g', 'daemon off;'], `${base}/page-0`)
  return { ...started, toUrl: (url) => `${base}/${names.get(url)}` }
}
