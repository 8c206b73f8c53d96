import type { Settings } from './settings.ts'

export interface Launch {
  pid: number | undefined
  /** True once this server has exited; another launcher's may still answer. */
  hasExited(): boolean
}

export interface Host {
  initdbArguments(): Promise<string[]>
  settings(): Promise<Settings>
  launch(): Promise<Launch>
  /** Undefined until a server has announced itself. */
  url(database: string): Promise<string | undefined>
  runningProcess(): Promise<number | undefined>
  stop(): Promise<void>
  release(): Promise<void>
}
