import { parseSync } from 'vite'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** What a child of an element can put into the page. `moving` is elements that come and go. */
type Kind = 'text' | 'changing text' | 'element' | 'moving' | 'nothing'

/**
 * The texts of a component that a page translator would break, as `line: source`. A translator replaces text nodes, so
 * React can neither change nor remove one that has siblings, nor insert an element in front of it.
 */
export function findLooseTexts(file: string, source: string): string[] {
  const { program } = parseSync(file, source, { lang: 'tsx' })
  const nodes = [...descendantsOf(program as unknown as Node)]
  const icons = new Set(nodes.flatMap(namesOfIcons))
  const constants = new Map(nodes.flatMap(constantOf))
  const elements = new Set(['createPortal', 'createElement', 'outsideForm', ...nodes.flatMap(namesOfElements)])
  const loose = new Set<Node>()

  for (const node of nodes) {
    if (node.type === 'JSXElement') for (const child of looseAmong(kindsOf(childrenOf(node)))) loose.add(child)
    if (node.type === 'JSXFragment') for (const child of textsOf(childrenOf(node))) loose.add(child)
    if (isComponent(node)) for (const text of textsReturnedBy(node)) loose.add(text)
  }

  return [...loose]
    .sort((one, other) => one.start - other.start)
    .map(({ start, end }) => {
      const line = source.slice(0, start).split('\n').length
      return `${line}: ${
        source
          .slice(start, end as number)
          .trim()
          .split('\n')[0]
      }`
    })

  function kindsOf(children: Node[]): [Node, Kind][] {
    return children.map((child): [Node, Kind] => [child, kindOf(child)]).filter(([, kind]) => kind !== 'nothing')
  }

  function looseAmong(children: [Node, Kind][]): Node[] {
    return children
      .filter(([child, kind], index) => {
        if (kind === 'changing text') return children.length > 1 || isList(child)
        return kind === 'text' && children[index - 1]?.[1] === 'moving'
      })
      .map(([child]) => child)
  }

  function textsOf(children: Node[]): Node[] {
    return kindsOf(children)
      .filter(([, kind]) => kind === 'text' || kind === 'changing text')
      .map(([child]) => child)
  }

  function textsReturnedBy(component: Node): Node[] {
    return returnsOf(component).filter(value => !isChildren(value) && kindOf(value) === 'changing text')
  }

  function kindOf(node: Node): Kind {
    if (node.type === 'JSXText') return String(node.value).trim() ? 'text' : 'nothing'
    if (node.type === 'JSXExpressionContainer') {
      const inner = node.expression as Node
      return inner.type === 'Literal' && typeof inner.value === 'string' ? textOr(inner.value) : kindOf(inner)
    }
    if (node.type === 'JSXFragment') return 'moving'
    if (node.type === 'JSXElement') return isStill(node) ? 'element' : 'moving'
    const values = valuesOf(node)
    if (values.length === 0) return 'nothing'
    if (values.length === 1 && isSetting(values[0])) return 'text'
    return values.every(isElement) ? 'moving' : 'changing text'
  }

  /** Whether an element stays where it is: one of HTML, or an icon. Other components can render nothing at times. */
  function isStill(element: Node): boolean {
    const name = nameOf(element)
    return /^[a-z]/.test(name) || icons.has(name) || LASTING.has(name)
  }

  /** Whether a value is elements without bare text: by its syntax, or by the type `Elements` of its prop. */
  function isElement(value: Node): boolean {
    const named = value.type === 'CallExpression' ? (value.callee as Node) : value
    const { name } = named.type === 'MemberExpression' ? (named.property as Node) : named
    return /^JSX/.test(value.type) || elements.has(String(name))
  }

  /** What an expression can be, without null, undefined and booleans. */
  function valuesOf(node: Node): Node[] {
    const inner = (key: string) => valuesOf(node[key] as Node)
    switch (node.type) {
      case 'JSXEmptyExpression':
        return []
      case 'Literal':
        return typeof node.value === 'boolean' || node.value === null || node.value === '' ? [] : [node]
      case 'ConditionalExpression':
        return [...inner('consequent'), ...inner('alternate')]
      case 'LogicalExpression':
        return node.operator === '&&' ? inner('right') : [...inner('left'), ...inner('right')]
      case 'ArrayExpression':
        return (node.elements as Node[]).flatMap(valuesOf)
      case 'SpreadElement':
        return inner('argument')
      case 'ChainExpression':
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSNonNullExpression':
        return inner('expression')
      case 'Identifier': {
        if (node.name === 'undefined') return []
        const constant = constants.get(String(node.name))
        return constant ? valuesOf(constant) : [node]
      }
      case 'CallExpression':
        return callbackOf(node)?.flatMap(valuesOf) ?? [node]
      default:
        return [node]
    }
  }

  /** What the function given to a call of `map` returns. */
  function callbackOf(call: Node): Node[] | undefined {
    const callee = call.callee as Node
    const property = callee.type === 'MemberExpression' ? (callee.property as Node).name : undefined
    const [callback] = call.arguments as Node[]
    return (property === 'map' || property === 'flatMap') && callback ? returnsOf(callback) : undefined
  }

  function isList(node: Node): boolean {
    const inner = node.expression as Node | undefined
    return inner?.type === 'CallExpression' && callbackOf(inner) !== undefined
  }
}

/** Components that always render one element. */
const LASTING = new Set(['Link', 'TextLink', 'Time'])

/** A constant that never changes, such as `UPLOAD_MEGABYTES`. */
const isSetting = (node?: Node) => node?.type === 'Identifier' && /^[A-Z][A-Z\d_]+$/.test(String(node.name))

const textOr = (text: string): Kind => (text.trim() ? 'text' : 'nothing')

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* descendantsOf(node: Node): Generator<Node> {
  yield node
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* descendantsOf(child)
}

const childrenOf = (node: Node) => node.children as Node[]
const nameOf = (element: Node) => String(((element.openingElement as Node).name as Node).name ?? '')
const isChildren = (node: Node) => node.type === 'Identifier' && node.name === 'children'

function namesOfIcons(node: Node): string[] {
  if (node.type !== 'ImportDeclaration' || (node.source as Node).value !== 'lucide-react') return []
  return (node.specifiers as Node[]).map(({ local }) => String((local as Node).name))
}

/** The props and parameters of a file whose type allows no bare text. */
function namesOfElements(node: Node): string[] {
  const { key, typeAnnotation } = node
  if (node.type !== 'TSPropertySignature' || !isNode(key) || !isNode(typeAnnotation)) return []
  const text = [...descendantsOf(typeAnnotation)].map(({ type, name }) => (type === 'Identifier' ? name : undefined))
  return text.includes('Elements') || text.includes('ReactElement') ? [String(key.name)] : []
}

function constantOf(node: Node): [string, Node][] {
  if (node.type !== 'VariableDeclarator' || !isNode(node.init) || !isNode(node.id)) return []
  return node.id.type === 'Identifier' ? [[String(node.id.name), node.init]] : []
}

const isComponent = (node: Node) =>
  node.type === 'FunctionDeclaration' && isNode(node.id) && /^[A-Z]/.test(String(node.id.name))

function returnsOf(node: Node): Node[] {
  const body = node.body
  if (!isNode(body)) return []
  if (body.type !== 'BlockStatement') return [body]
  return [...ownStatements(body)].flatMap(({ type, argument }) =>
    type === 'ReturnStatement' && isNode(argument) ? [argument] : [],
  )
}

/** The nodes of a function without those of the functions in it. */
function* ownStatements(node: Node): Generator<Node> {
  yield node
  if (/Function/.test(node.type)) return
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* ownStatements(child)
}
