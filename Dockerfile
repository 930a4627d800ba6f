# pysub in a container. `docker build --target scratch -t pysub .` makes an image with the static programs and nothing else;
# without --target they lie on Debian slim. Nothing of the network is needed but Debian's packages.
#
#   docker run --rm -i pysub -c 'print(2 ** 100)'
#   docker run --rm -i --entrypoint /usr/bin/pysub-shell pysub -c 'seq 3 | tac'
#   docker run --rm -i --entrypoint /usr/bin/pysub-agent pysub mcp
FROM debian:12-slim AS build
WORKDIR /pysub
COPY . .
RUN tools/build && cmake --install build/release --prefix /out/usr --component programs --strip \
  && mkdir -p /out/usr/share/doc/pysub && cp LICENSE NOTICE /out/usr/share/doc/pysub && tools/third_party >/out/usr/share/doc/pysub/THIRD_PARTY

FROM scratch AS scratch
COPY --from=build /out /
USER 65534:65534
ENTRYPOINT ["/usr/bin/pysub"]

FROM debian:12-slim
COPY --from=build /out /
USER 65534:65534
ENTRYPOINT ["/usr/bin/pysub"]
