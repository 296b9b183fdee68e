# The command `luarules` with `serve`, for answers over HTTP:
#
#   docker build --tag luarules .
#   docker run --publish 8080:8080 --volume "$PWD/rules:/rules:ro" luarules
FROM swift:6.2-noble AS build
RUN apt-get update \
  && apt-get install --yes --no-install-recommends liblua5.4-dev pkg-config \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN scripts/install --traits HTTP,Service,Signing /opt/luarules

FROM swift:6.2-noble-slim
RUN apt-get update \
  && apt-get install --yes --no-install-recommends liblua5.4-0 \
  && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/luarules/bin/luarules /usr/local/bin/luarules
USER nobody
EXPOSE 8080
ENTRYPOINT ["luarules", "serve"]
CMD ["/rules", "--bind", "0.0.0.0", "--port", "8080"]
