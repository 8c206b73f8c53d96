import type { Settings } from './settings.ts'

/** A server that is being started. */
export interface Launch {
  /** Unknown unless the server is a child process. */
  pid: number | undefined
  /** True once this server has exited; another launcher's may still answer. */
  hasExited(): boolean
}

/** The platform differences: how a cluster's server is reached, started and stopped. */
export interface Host {
  /** Access options for initdb. */
  initdbArguments(): Promise<string[]>
  settings(): Promise<Settings>
  launch(): Promise<Launch>
  /** The address of a database; undefined until a server has announced itself. */
  url(database: string): Promise<string | undefined>
  /** The process that serves the cluster, if visible from here. */
  runningProcess(): Promise<number | undefined>
  stop(): Promise<void>
  /** Frees what the address needs in this process; the server goes on. */
  release(): Promise<void>
}
