#!/bin/sh
# Makes .venv-gpu: .venv with NVIDIA's compilers beside it (half a GB), which long tests need to compile for GPUs.
# No GPU and no driver is needed. Run by `make test-long`.
set -eu
cd "$(dirname "$0")/.."

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

echo "Making .venv-gpu …"
.venv/bin/python -m venv --clear .venv-gpu
packages() { "$1" -c 'import sysconfig; print(sysconfig.get_path("purelib"))'; }
packages "$PWD/.venv/bin/python" >"$(packages "$PWD/.venv-gpu/bin/python")/magnate-environment.pth"
.venv/bin/python - >.venv-gpu/gpu.txt <<'EOF'
import tomllib
from pathlib import Path

print(*tomllib.loads(Path("pyproject.toml").read_text())["project"]["optional-dependencies"]["gpu"], sep="\n")
EOF
.venv-gpu/bin/python -m pip install --quiet --requirement .venv-gpu/gpu.txt --constraint constraints.txt
