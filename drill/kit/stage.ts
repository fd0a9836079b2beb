// The whole setup of a drill: PostgreSQL, Redis with a sentinel, two nodes behind nginx, and load.
import { startLoad, type Load, type LoadOptions } from './load.ts'
import { startSite, type Site } from './nodes.ts'
import { createCluster, createDatabase, type Cluster } from './postgres.ts'
import { startBus, type Bus } from './redis.ts'

export type Stage = { cluster: Cluster; bus: Bus; site: Site; load: Load }

/** @param dataFolder data folder of PostgreSQL; a scratch folder by default */
export async function openStage(options: LoadOptions = {}, dataFolder?: string): Promise<Stage> {
  const cluster = await createCluster(dataFolder)
  await createDatabase(cluster)
  const bus = await startBus()
  const site = await startSite(cluster.url, bus.url)
  return { cluster, bus, site, load: await startLoad(site.url, cluster.url, options) }
}
