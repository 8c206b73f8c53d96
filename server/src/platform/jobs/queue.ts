export interface Queue<Data> {
  name: string
  options: QueueOptions & { heartbeatSeconds: number }
  data?: Data
}

interface QueueOptions {
  /** 'short': while a job waits, another one is not enqueued. */
  policy?: 'short'
  retryLimit: number
  /** All times here are seconds. */
  retryDelay?: number
  retryBackoff?: boolean
  retryDelayMax?: number
  expireInSeconds: number
  deleteAfterSeconds: number
}

/** The shortest that pg-boss knows; workers send one every three seconds. */
const HEARTBEAT_SECONDS = 10

export const queue = <Data>(name: string, options: QueueOptions): Queue<Data> => ({
  name,
  options: { ...options, heartbeatSeconds: HEARTBEAT_SECONDS },
})
