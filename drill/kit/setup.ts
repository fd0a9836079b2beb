// The whole setup of a drill: PostgreSQL, Redis with a sentinel, two nodes behind nginx, and load.
import { startLoad, type MessageLoad, type LoadOptions } from './load.ts'
import { startSite, type DrillSite } from './nodes.ts'
import { createCluster, createDatabase, type PostgresCluster } from './postgres.ts'
import { startBus, type RedisBus } from './redis.ts'

export type DrillSetup = { cluster: PostgresCluster; bus: RedisBus; site: DrillSite; load: MessageLoad }

/** @param dataFolder data folder of PostgreSQL; a scratch folder by default */
export async function openSetup(options: LoadOptions = {}, dataFolder?: string): Promise<DrillSetup> {
  const cluster = await createCluster(dataFolder)
  await createDatabase(cluster)
  const bus = await startBus()
  const site = await startSite(cluster.url, bus.url)
  return { cluster, bus, site, load: await startLoad(site.url, cluster.url, options) }
}
