// Loads replies of the API for screens.
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'
import { useLoaded, type LoadState } from './hooks.ts'
import { api } from './api.ts'

/**
 * Loads the reply, and again whenever the input changes.
 * @param input null loads nothing
 */
export const useApi = <Key extends keyof Contract>(
  key: Key,
  input: Parameters<typeof api<Key>>[1] | null,
): LoadState<EndpointOutput<Contract, Key>> =>
  useLoaded(input && `${key} ${JSON.stringify(input)}`, () => api(key, input!))
