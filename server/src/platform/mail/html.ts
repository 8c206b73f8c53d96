export class Markup {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

type Value = string | number | Markup | Markup[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Every value is escaped unless it is markup itself. */
export function html(template: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(String.raw({ raw: template }, ...values.map(sourceOf)))
}

function sourceOf(value: Value): string {
  if (value instanceof Markup) return value.source
  if (Array.isArray(value)) return value.map(sourceOf).join('')
  return String(value).replace(/[&<>"']/g, sign => entities[sign] ?? '')
}
