// Creates certificates for TLS servers in tests.
import { execFileSync } from 'node:child_process'
import path from 'node:path'

/**
 * Writes `<name>.key` and `<name>.crt`, a self-signed certificate.
 * @param altName `DNS:…` or `IP:…`
 */
export function createTlsCertificate(folder: string, name: string, altName: string): void {
  const [key, certificate] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.crt`)]
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${altName}`]
  execFileSync('openssl', ['req', ...options, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
}
