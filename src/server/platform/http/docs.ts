import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '#server/platform/version.ts';

const DOCS_PATH = '/api/docs';

/** The page's library uses inline styles; scripts come only from its own files. */
const CONTENT_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The name of the security scheme in the document. */
export const SESSION_SCHEME = 'session';

/** The OpenAPI document of all routes. Must be registered before them. */
export async function addOpenApi(app: FastifyInstance, sessionCookie: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: "Pick'em", description: 'Every call that the web app makes.', version: VERSION },
      components: {
        securitySchemes: {
          [SESSION_SCHEME]: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie,
            description: 'Set by signing in. Calls that change something must also come from the pages of the league.',
          },
        },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: CONTENT_POLICY,
    uiConfig: { docExpansion: 'list' },
  });
}
