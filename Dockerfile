# syntax=docker/dockerfile:1
# Two stages: "build" has all packages and the sources, and the last one is the image.
ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json .npmrc ./
# Install scripts would download Node and PostgreSQL. The image has Node, and PostgreSQL runs in another container.
RUN npm ci --include=dev --ignore-scripts --no-audit --no-fund
COPY . .
# CI=true writes no build cache, which the image would not use.
RUN npx --no-install prisma generate && CI=true npm run build

FROM node:${NODE}
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
# What the bundles import. The demo's PostgreSQL and the Node from npm stay out.
COPY --from=build /app/node_modules/@node-rs ./node_modules/@node-rs
COPY --from=build /app/node_modules/@prisma/schema-engine-wasm ./node_modules/@prisma/schema-engine-wasm
COPY --from=build /app/node_modules/fxa-common-password-list ./node_modules/fxa-common-password-list
COPY --from=build /app/.next/standalone ./.next/standalone
COPY --from=build /app/dist ./dist
COPY prisma/schema ./prisma/schema
COPY prisma/migrations ./prisma/migrations
COPY docs ./docs
# The app serves these at /docs.
COPY ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY package.json LICENSE ./
# This user owns no files in the image, so its file system can be mounted read-only.
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.mjs"]
CMD ["serve", "--host", "0.0.0.0", "--port", "3000"]
