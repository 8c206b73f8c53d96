import type { Settings } from './settings.ts'

/** A server that is being started. */
export interface Launch {
  /** Unknown where the server is not our own child. */
  pid: number | undefined
  /** True once this server has given up; another launcher's may still answer. */
  hasExited(): boolean
}

/** What differs between the systems: how a cluster's server is reached, started and stopped. */
export interface Host {
  /** How initdb shall protect the cluster. */
  initdbArguments(): Promise<string[]>
  settings(): Promise<Settings>
  launch(): Promise<Launch>
  /** The address of a database; undefined as long as no server has announced itself. */
  url(database: string): Promise<string | undefined>
  /** The process that serves the cluster, as far as it can be seen from here. */
  runningProcess(): Promise<number | undefined>
  stop(): Promise<void>
  /** Gives up what the address needs in this process; the server goes on. */
  release(): Promise<void>
}
