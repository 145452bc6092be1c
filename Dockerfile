# The league as one container: `docker build -t pickem .`; compose.yaml runs it with PostgreSQL.

FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2 AS base
# PostgreSQL's own packages: those of Debian are older than the server of compose.yaml, and cannot dump it.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install --yes --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*

FROM base AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY tsconfig.base.json vite.config.ts ./
COPY scripts scripts
COPY public public
COPY src src
RUN node scripts/build.ts

FROM base AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4280 DATABASE_FILE=/data/league.db
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY src/core src/core
COPY src/contract src/contract
COPY src/server src/server
COPY --from=build /app/dist/web dist/web
USER node
EXPOSE 4280
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/main.ts"]
