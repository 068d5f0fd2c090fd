# An image with the binary, the libraries that it needs, and nothing else: no shell, no Node, no package manager.
#   docker run --rm --read-only -v "$PWD:/work:ro" IMAGE check
FROM node:24-bookworm-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends binutils
WORKDIR /gov
COPY . .
RUN npm ci --ignore-scripts && npm run --silent task -- binary
RUN mkdir -p root/work \
 && cp --parents $(ldd dist-binary/gov | grep -o '/[^ ]*') root \
 && cp --parents /usr/share/doc/libc6/copyright /usr/share/doc/libgcc-s1/copyright /usr/share/doc/libstdc++6/copyright root \
 && cp dist-binary/gov dist-binary/NOTICES.txt root

FROM scratch
COPY --from=build /gov/root /
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/gov"]
