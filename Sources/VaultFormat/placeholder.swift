internal import CYaml
