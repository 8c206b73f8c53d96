import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildConnector } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchPicture, type Internet, isPublic } from './fetch-picture.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const PUBLIC = '93.184.216.34'

/** An internet of one server, which notes what is connected to. */
async function internetOf(listener: RequestListener, names: Record<string, string[]> = {}) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const connected: (string | undefined)[] = []
  const plain = buildConnector({ allowH2: false })
  const { port } = server.address() as AddressInfo
  const internet: Internet = {
    resolve: async host => names[host] ?? [PUBLIC],
    connect: (options, callback) => {
      connected.push(`${options.hostname} for ${options.servername}`)
      plain({ ...options, protocol: 'http:', hostname: '127.0.0.1', port: String(port) }, callback)
    },
  }
  return { internet, connected }
}

const picture: RequestListener = (_, answer) => answer.end('picture')

describe('isPublic()', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946', '1.1.1.1'])('%s is public', address => {
    expect(isPublic(address)).toBe(true)
  })

  it.each([
    ...[
      '127.0.0.1',
      '127.9.9.9',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
    ],
    ...['100.64.0.1', '100.127.255.255', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16', '192.88.99.1', '100.100.100.200'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:127.0.0.1', 'fe80::1', 'fc00::1'],
    ...['fd00:ec2::254', 'fec0::1', 'ff02::1', '64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001::1'],
    ...['2001:db8::1', '3fff::1', '100::1', '5f00::1', '2001:20::1', '', 'localhost', '1.2.3', '0x7f000001'],
  ])('%s is not public', address => {
    expect(isPublic(address)).toBe(false)
  })
})

describe('fetchPicture()', () => {
  it('connects to the address that was checked, for the name', async () => {
    const { internet, connected } = await internetOf(picture)

    const bytes = await fetchPicture('https://shop.test/a.png', internet)

    expect(bytes.toString()).toBe('picture')
    expect(connected).toEqual([`${PUBLIC} for shop.test`])
  })

  it.each<[string, string]>([
    ['http://shop.test/a.png', 'Only https addresses are fetched.'],
    ['file:///etc/passwd', 'Only https addresses are fetched.'],
    ['ftp://shop.test/a', 'Only https addresses are fetched.'],
    ['data:image/png;base64,aaaa', 'Only https addresses are fetched.'],
    ['https://', 'This is no web address.'],
    ['https://user:pass@shop.test/a.png', 'Addresses with a password are not fetched.'],
    ['https://shop.test:8443/a.png', 'Only addresses without a port are fetched.'],
    ...[
      'https://127.0.0.1/a',
      'https://2130706433/a',
      'https://0x7f.1/a',
      'https://0177.0.0.1/a',
      'https://127.1/a',
      'https://[::1]/a',
      'https://[::ffff:127.0.0.1]/a',
      'https://[64:ff9b::7f00:1]/a',
      'https://169.254.169.254/latest/meta-data/',
      'https://①②⑦.⓪.⓪.①/a',
      '//10.0.0.1/a',
    ].map((address): [string, string] => [address, 'The address is not on the public internet.']),
  ])('refuses %s without connecting', async (address, reason) => {
    const { internet, connected } = await internetOf(picture)

    await expect(fetchPicture(address, internet)).rejects.toThrow(reason)

    expect(connected).toEqual([])
  })

  it.each([['inside.test'], ['both.test'], ['nothing.test']])(
    'refuses a name that leads to the inside: %s',
    async host => {
      const names = { 'inside.test': ['10.0.0.1'], 'both.test': [PUBLIC, '::1'], 'nothing.test': [] }
      const { internet, connected } = await internetOf(picture, names)

      await expect(fetchPicture(`https://${host}/a`, internet)).rejects.toThrow(/public internet|No server/)

      expect(connected).toEqual([])
    },
  )

  it.each([
    ['https://127.0.0.1/', 'The address is not on the public internet.'],
    ['https://inside.test/', 'The address is not on the public internet.'],
    ['http://shop.test/b', 'Only https addresses are fetched.'],
    ['https://shop.test:22/', 'Only addresses without a port are fetched.'],
    ['/again', 'The address leads on and on.'],
  ])('checks a redirect to %s', async (location, reason) => {
    const listener: RequestListener = (_, answer) => answer.writeHead(302, { location }).end()
    const { internet } = await internetOf(listener, { 'inside.test': ['192.168.0.1'] })

    await expect(fetchPicture('https://shop.test/a', internet)).rejects.toThrow(reason)
  })

  it('follows a redirect that is public', async () => {
    const listener: RequestListener = ({ url }, answer) =>
      url === '/a' ? answer.writeHead(301, { location: '//cdn.test/b' }).end() : answer.end('moved')
    const { internet, connected } = await internetOf(listener)

    expect((await fetchPicture('https://shop.test/a', internet)).toString()).toBe('moved')
    expect(connected).toEqual([`${PUBLIC} for shop.test`, `${PUBLIC} for cdn.test`])
  })

  it('ends with what is too large, named or not', async () => {
    const named: RequestListener = (_, answer) => answer.writeHead(200, { 'content-length': 5_000_000 }).write('a')
    const endless: RequestListener = (_, answer) => {
      const write = () => {
        while (!answer.destroyed && answer.write(Buffer.alloc(65_536))) {}
      }
      answer.on('drain', write)
      write()
    }

    for (const listener of [named, endless]) {
      const { internet } = await internetOf(listener)
      const limits = { mostBytes: 1024 * 1024 }
      await expect(fetchPicture('https://shop.test/a', internet, limits)).rejects.toThrow('more than 1 MB')
    }
  })

  it('ends with an answer that never comes or never ends', async () => {
    const silent: RequestListener = () => {}
    const slow: RequestListener = (_, answer) => void answer.write('a')

    for (const listener of [silent, slow]) {
      const { internet } = await internetOf(listener)
      await expect(fetchPicture('https://shop.test/a', internet, { wholeMs: 300 })).rejects.toThrow('took too long')
    }
  })

  it.each([404, 500, 204])('refuses the answer %i', async status => {
    const { internet } = await internetOf((_, answer) => answer.writeHead(status).end())

    await expect(fetchPicture('https://shop.test/a', internet)).rejects.toThrow(`The server answers ${status}.`)
  })
})
