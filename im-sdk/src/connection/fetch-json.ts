// Fetches JSON from a server, without cookies and with a timeout.

/** @returns null when no JSON arrives in time */
export async function fetchJson<T>(url: string, timeoutMs = 2_000): Promise<T | null> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeoutMs)
  try {
    const reply = await fetch(url, { signal: stop.signal, credentials: 'omit' })
    return reply.ok ? ((await reply.json()) as T) : null
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
