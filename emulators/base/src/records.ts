export interface Webhook {
  id: string
  url: string
  /** Names of events, or `*`. */
  types: string[]
}

export interface WebhookEvent {
  id: string
  type: string
  resourceId: string
  createTime: string
  /** The exact bytes of every delivery. */
  body: string
  deliveries: Delivery[]
}

export interface Delivery {
  webhookId: string
  status: 'PENDING' | 'SUCCESS' | 'FAILURE'
  attempts: number
  transmissionId?: string
  httpStatus?: number | undefined
  time?: string
}

/** What is delivered to a webhook. */
export interface Message {
  headers: Record<string, string>
  body: string
}
