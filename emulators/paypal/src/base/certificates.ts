import { generateKeyPair, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { hour } from '@mela/emulator-base/clock.ts'
import * as der from './der.ts'

export interface Signer {
  /** Suffix of the address that serves the certificate. */
  id: string
  /** PEM. */
  certificate: string
  key: KeyObject
}

export interface Certificates {
  /** PEM; random for every start, so that no other system trusts signatures of an emulator. */
  caCertificate: string
  signer(): Promise<Signer>
}

interface Party {
  name: string
  publicKey: KeyObject
}

const authority = 'PayPal emulator test CA'
/** The name that PayPal's sandbox signs its webhooks with. */
const signerName = 'messageverificationcerts.sandbox.paypal.com'
const year = 365 * 24 * hour

/** The webhook key is generated on first use, because that takes most of a second. */
export function createCertificates(): Certificates {
  const ca = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let signer: Promise<Signer> | undefined
  const createSigner = async () => {
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    const certificate = issue({ name: signerName, publicKey }, ca.privateKey)
    return { id: `CERT-${randomBytes(16).toString('hex')}`, certificate, key: privateKey }
  }
  return {
    caCertificate: issue({ name: authority, publicKey: ca.publicKey }, ca.privateKey),
    signer() {
      signer ??= createSigner()
      return signer
    },
  }
}

const ecdsaWithSha256 = der.sequence(der.identifier('1.2.840.10045.4.3.2'))

/** An X.509 certificate of our authority, as PEM. */
function issue({ name, publicKey }: Party, caKey: KeyObject) {
  const facts = der.sequence(
    der.tagged(0, der.integer(2)),
    der.integer(randomBytes(16)),
    ecdsaWithSha256,
    commonName(authority),
    der.sequence(der.utcTime(new Date(Date.now() - 24 * hour)), der.utcTime(new Date(Date.now() + 5 * year))),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der.tagged(3, der.sequence(...(name === authority ? authorityExtensions() : signerExtensions()))),
  )
  const certificate = der.sequence(facts, ecdsaWithSha256, der.bitString(sign('sha256', facts, caKey)))
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

function commonName(name: string) {
  return der.sequence(der.set(der.sequence(der.identifier('2.5.4.3'), der.utf8String(name))))
}

function authorityExtensions() {
  const certificatesOnly = der.bitString(Buffer.from([0b0000_0100]), 2)
  return [extension('2.5.29.19', der.sequence(der.boolean(true))), extension('2.5.29.15', certificatesOnly)]
}

function signerExtensions() {
  const signaturesOnly = der.bitString(Buffer.from([0b1000_0000]), 7)
  return [
    extension('2.5.29.19', der.sequence()),
    extension('2.5.29.15', signaturesOnly),
    extension('2.5.29.17', der.sequence(der.taggedText(2, signerName))),
  ]
}

function extension(name: string, content: Buffer) {
  return der.sequence(der.identifier(name), der.boolean(true), der.octetString(content))
}
